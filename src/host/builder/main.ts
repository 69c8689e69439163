// Builds a commit for the server: `builder.mjs --home H --checkout C --commit SHA`. Prints what came of it as JSON. It ends early, and
// leaves nothing, when whoever started it is gone.
import { parseArgs } from 'node:util'
import { buildRelease, type BuiltRelease } from '../build/build-release.ts'
import { watchParent } from '../watch-parent.ts'

type BuildAnswer = BuiltRelease | { readonly failed: string }

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { home: text, checkout: text, commit: text } })
const { home = '', checkout = '', commit = '' } = values

async function main(): Promise<BuildAnswer> {
  process.umask(0o077)
  const left = new AbortController()
  watchParent(left)
  try {
    return await buildRelease({
      home,
      checkout,
      ref: commit,
      say: (words) => void process.stderr.write(`${words}\n`),
      programs: import.meta.dirname,
      signal: left.signal,
    })
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

const answer = await main()
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit())
