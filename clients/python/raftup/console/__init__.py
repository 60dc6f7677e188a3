"""The console: sessions of a raftupd in a browser, through a gateway of this package.

`gateway` is the web server, `login` who may use it and `guard` from where, `tab` one browser tab,
`watches` what tabs look at, `history` what they may have missed, `driver` the pace of a session,
`writing` inputs, `meshes` the hulls that are drawn, `models` and `studies` further pages,
`refusals` what they answer where something is wrong. `calls` go to a raftupd, `recording` plays a
result in its place, in the waves of `recorded_sea`; `film` draws one. It decides nothing: what a
tab may do is up to raftupd, which gets the tab's own token with every call.
"""
