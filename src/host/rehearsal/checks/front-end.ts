// Is the page served, with every file that it names, as it was built?
import { createHash } from 'node:crypto'
import { ask } from '../ask.ts'
import { readManifest } from '../../build/manifest.ts'
import type { Check, Stage } from '../stage.ts'

export const frontEnd: Check = {
  name: 'front end',
  limit: 'checkMs',
  async run(stage) {
    const page = (await served(stage, '/', 'index.html')).toString('utf8')
    const named = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
    if (named.length === 0) throw new Error('index.html names no script and no style')
    for (const name of named) await served(stage, `/${name}`, name)
    return `index.html and ${named.length} files that it names are served as they were built`
  },
}

async function served(stage: Stage, path: string, name: string): Promise<Buffer> {
  const { status, bytes } = await ask(stage, 'GET', path)
  if (status !== 200) throw new Error(`${name} is missing (GET ${path} answered ${status})`)
  const sum = createHash('sha256').update(bytes).digest('hex')
  if (readManifest(stage.folder).files[`web/${name}`] !== sum)
    throw new Error(`${name} is not what was built (GET ${path} answered something else)`)
  return bytes
}
