"""How often one client may ask: a bucket that fills with time and is emptied by requests."""

from collections import OrderedDict

from croupier.web.settings import Rate


class Pace:
    """Buckets by client, as many as are remembered; whoever was quiet longest is forgotten, and had a full one."""

    def __init__(self, rate: Rate, clients_max: int = 10_000) -> None:
        """Take how often, and how many clients to remember."""
        self.rate = rate
        self.clients_max = clients_max
        self.buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, seconds: float) -> float:
        """Take one from a client's bucket at a time; gives 0, or the seconds until there is one."""
        left, since = self.buckets.pop(client, (float(self.rate.burst), seconds))
        left = min(float(self.rate.burst), left + max(0.0, seconds - since) * self.rate.each_second)
        is_enough = left >= 1
        self.buckets[client] = (left - 1 if is_enough else left, seconds)
        if len(self.buckets) > self.clients_max:
            self.buckets.popitem(last=False)
        return 0.0 if is_enough else (1 - left) / self.rate.each_second
