// Where the `cmux` command begins.
import { join } from 'node:path'
import { runCli } from './run-cli.ts'

// What is built and installed runs with the person's power: whatever their shell allows, nobody else can change it.
process.umask(process.umask(0o077) | 0o022)
process.exitCode = await runCli(process.argv.slice(2), join(import.meta.dirname, '..'))
