"""RLCard's uno with its random agents; for every line on stdin, prints moves per CPU second."""

import sys
import time

import rlcard
from rlcard.agents import RandomAgent

env = rlcard.make("uno", config={"seed": 1})
env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(env.num_players)])


def playout() -> int:
    """Play one game; return its number of moves."""
    trajectories, _ = env.run(is_training=False)
    return sum(len(trajectory) // 2 for trajectory in trajectories)


playout()
for line in sys.stdin:
    began, moves = time.process_time(), 0
    while (took := time.process_time() - began) < float(line):
        moves += playout()
    print(moves / took, flush=True)
