// What a remote helper of git is asked and answers (gitremote-helpers), a line at a time. Only pushing is offered.
import type { Client } from '../../client/make-client.ts'
import { answerPush, type PushLine } from './answer-push.ts'

export interface RemoteDeps {
  readonly client: Client
  /** As it is called in the workspace. */
  readonly name: string
  /** For whoever waits at the command. */
  readonly tell: (text: string) => void
  /** The branch, or the commit, that the work tree stands on. */
  readonly readHead: () => string
}

type Heard = { readonly answer: readonly string[] } | { readonly failed: string } | 'over'

export interface Remote {
  hear(line: string): Promise<Heard>
}

export function makeRemote({ client, name, tell, readHead }: RemoteDeps): Remote {
  const leases = new Map<string, string>()
  let lines: PushLine[] = []
  let isDry = false
  const takeOption = ([option = '', value = '']: readonly string[]) => {
    const end = value.lastIndexOf(':')
    if (option === 'dry-run') isDry = value === 'true'
    else if (option === 'cas') leases.set(value.slice(0, end), value.slice(end + 1))
    else if (option !== 'verbosity' && option !== 'progress') return 'unsupported'
    return 'ok'
  }
  const push = async (): Promise<Heard> => {
    if (lines.length === 0) return 'over'
    const batch = { remote: name, lines, leases, isDry }
    lines = []
    return { answer: [...(await answerPush(client, batch, tell)), ''] }
  }
  return {
    async hear(line) {
      const [word = '', ...rest] = line.split(' ')
      if (word === '') return push()
      if (word === 'capabilities') return { answer: ['option', 'push', ''] }
      if (word === 'option') return { answer: [takeOption(rest)] }
      if (word === 'list') return rest[0] === 'for-push' ? listRefs(client, name) : ONLY_PUSHES
      if (word !== 'push') return { failed: `git wants ${word}, which cmux does not know` }
      lines.push(readLine(rest.join(' '), readHead))
      return { answer: [] }
    },
  }
}

const ONLY_PUSHES = {
  failed: 'this remote is for pushing; what the project has of other branches comes with the main branch',
}

async function listRefs(client: Client, name: string): Promise<Heard> {
  try {
    const { branches } = await client.call('GET /api/remotes/:name', { params: { name } })
    return { answer: [...branches.map(({ commit, ref }) => `${commit} ${ref}`), ''] }
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}

/** `+from:to`. */
function readLine(text: string, readHead: () => string): PushLine {
  const force = text.startsWith('+')
  const [from = '', to = ''] = text.slice(force ? 1 : 0).split(':')
  return { from: from === 'HEAD' ? readHead() : from, to, force }
}
