// Where the `cmux` command begins.
import { runCli } from './run-cli.ts'

process.exitCode = await runCli(process.argv.slice(2), import.meta.dirname)
