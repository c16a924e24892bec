def main():
    black = white = 0
    while black < 4:
        print("AABB")
        black, white = map(int, input("black and white? ").split())


if __name__ == "__main__":
    main()
