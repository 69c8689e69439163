// What `node server.mjs` starts: the server's program, with what is already compiled of it.
import { basename, join } from 'node:path'
import { loadProgram } from './load-program.ts'
import type { start } from './main.ts'

const folder = import.meta.dirname
const flag = process.argv.indexOf('--home')
const home = flag < 0 ? undefined : process.argv[flag + 1]
// The watchdog removes the folder before it starts a release clean.
const keptAt = home && join(home, 'watchdog', 'compile-cache', basename(folder), 'server')
const { exports, compiled } = loadProgram(join(folder, 'server.cjs'), keptAt)
;(exports as { readonly start: typeof start }).start(compiled)
