"""Locks and copies of files."""
import fcntl, shutil, sqlite3

table = sqlite3.connect("x.db")
table.execute("create table t (c)")
table.execute("insert into t values ('BBED')")
table.commit()
file = open("lock", "w")
fcntl.flock(file, fcntl.LOCK_EX)
fcntl.lockf(file, fcntl.LOCK_EX)
shutil.copy2("x.db", "y.db")
print(sqlite3.connect("y.db").execute("select c from t").fetchone()[0])
