"""The console: sessions of a raftupd in a browser, through a web server (gateway) of this package.

`gateway` is the web server, `login` identifies users, `guard` checks hosts and origins of requests,
`tab` serves one browser tab, `watches` shares watches among tabs, `history` keeps earlier rows,
`driver` steps sessions, `writing` writes inputs, `meshes` reads hulls for drawing, `models` and
`studies` are further pages, `refusals` makes their errors. `calls` makes calls of a raftupd,
`recording` plays a result in its place, with the waves of `recorded_sea`; `film` makes films of
recordings. The gateway makes no decisions on permissions: every call has the token of the tab's
user, and raftupd decides.
"""
