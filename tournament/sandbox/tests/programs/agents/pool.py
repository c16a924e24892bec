"""Semaphores, which need /dev/shm."""
import multiprocessing


def letter(place):
    return "BBED"[place]


if __name__ == "__main__":
    with multiprocessing.Pool(2) as pool:
        print("".join(pool.map(letter, range(4))))
