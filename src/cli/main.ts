// Where the `cmux` command begins.
import { join } from 'node:path'
import { runCli } from './run-cli.ts'

process.exitCode = await runCli(process.argv.slice(2), join(import.meta.dirname, '..'))
