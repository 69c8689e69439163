// `node porter.mjs FOLDER`: the program in the pane of a service.
import { openPorter } from './porter.ts'

const [, , folder = ''] = process.argv

try {
  const porter = await openPorter(folder)
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
    process.once(signal, () => {
      porter.stop()
      process.exit(0)
    })
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}
