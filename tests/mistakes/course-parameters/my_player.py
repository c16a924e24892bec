class Mine:
    def make_guess(self, board_length, colors):
        return "A" * board_length
