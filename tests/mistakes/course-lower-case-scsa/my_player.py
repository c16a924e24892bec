class Mine:
    def make_guess(self, board_length, colors, scsa_name, last_response):
        return {"insert-colors": "A"}[scsa_name] * board_length
