guess = "AABB"
while True:
    print("I guess", guess)
    black = int(input("black? "))
