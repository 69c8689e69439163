// Builds the tree it stands in, which is known to be a commit: `node scripts/build.ts COMMIT DESTINATION`. Run by
// `cmux release build` in a tree of its own; each commit is built by its own copy of this.
import { join } from 'node:path'
import { bundle } from './bundle.ts'

const [commit, destination] = process.argv.slice(2)
if (commit === undefined || destination === undefined)
  throw new Error('a commit and a destination are needed')

// Whoever asked for the build may be killed: then nobody wants it any more.
process.once('disconnect', () => process.exit(1))
process.channel?.unref()

try {
  await bundle(join(import.meta.dirname, '..'), destination, { commit, dirty: false })
} catch (error) {
  // What esbuild found is on the screen already, with the lines; its stack would bury them.
  const isShown = error instanceof Error && 'errors' in error
  if (!isShown) process.stderr.write(`${String(error)}\n`)
  process.exitCode = 1
}
