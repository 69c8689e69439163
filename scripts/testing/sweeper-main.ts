// Waits for the end of a run and clears up after it: `node sweeper-main.ts FOLDER`. It runs in a session of its own and reads
// a pipe that nobody writes to; the pipe closes when the run ends, also by Ctrl-C or kill -9.
import { clearRun } from './clear-run.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('the folder of the run is needed')

process.on('SIGINT', () => undefined)
process.on('SIGHUP', () => undefined)
process.stdin.resume().once('close', () => void clearRun(folder))
