// Where the `cmux` command begins.
import { join } from 'node:path'
import { runCli } from './run-cli.ts'

// What is built and installed runs with the person's power: whatever their shell allows, nobody else can change it.
const umask = process.umask(0o077)
process.umask(umask | 0o022)
for (const stream of [process.stdout, process.stderr]) stream.on('error', endWithReader)
process.exitCode = await runCli(process.argv.slice(2), { programs: join(import.meta.dirname, '..'), umask })

/** The reader has seen enough, as `head` does: that is no failure of the command. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(process.exitCode ?? 0)
}
