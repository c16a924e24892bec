#!/usr/bin/env bash
# Gradescope runs this once, as root, when it builds the image: Python for players, the program, and a user who reads nothing of the course.
set -euo pipefail
apt-get update
apt-get install --yes --no-install-recommends python3
useradd --system --no-create-home arena
install -m 755 /autograder/source/arena /usr/local/bin/arena
chmod -R go= /autograder/source
arena --version
