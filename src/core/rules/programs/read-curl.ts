// curl and wget: asking a server on the agent's own loopback is work, everything else reaches the network.
import type { KnownWord } from '../known-word.ts'
import { mentions, type Call, type Found } from '../program.ts'
import { programThat } from './judged-programs.ts'

/** Options without a value that only shape one request or what is shown of it. */
const PLAIN =
  /^(-[sSfivIGkgN#]+|--(silent|show-error|fail|fail-with-body|include|verbose|head|get|insecure|globoff|no-buffer|compressed|http1\.1|http2|ipv4|ipv6)|-[46])$/
/** Options with a value that is neither a place nor a program. */
const VALUED =
  /^(-X|--request|-H|--header|-m|--max-time|--connect-timeout|--retry|--retry-delay|-w|--write-out|-A|--user-agent|--max-redirs)$/
/** Options whose value is sent, and with `@` is a file that is sent. */
const SENDS = /^(-d|--data|--data-raw|--data-binary|--data-ascii|--data-urlencode|--json|-F|--form)$/
const WRITES = /^(-o|--output|-D|--dump-header|-c|--cookie-jar)$/
const READS = /^(-b|--cookie)$/

/** Without a user in front, which hides the host from whoever reads it, and without text that only curl expands. */
const OWN_SERVER =
  /^(?:https?:\/\/)?(?:localhost|127\.0\.0\.1|\[::1\])(?::(\d{1,5}))?(\/[^\s@\\{}]*|\?[^\s@\\{}]*)?$/i
/** cmux itself says there how it is, to anybody. */
const HEALTH = '/api/webhooks/health'

const reachesOut = programThat('network')

export const readCurl = (call: Call): readonly Found[] => judgeRequest(call, readRequest(call))

/** Its letters mean other things than those of curl (`-H` goes to other hosts, `-i` reads a list): only what shows one answer is read. */
const SHOWS = /^(-q|-nv|-S|-qO-|-O-|--quiet|--no-verbose|--server-response|--spider)$/

export function readWget(call: Call): readonly Found[] {
  const urls = call.args.filter(({ text }) => text?.startsWith('-') === false)
  const options = call.args.filter((word) => !urls.includes(word)).map(({ text }) => text ?? '')
  const writesNothing = options.some((option) => /^(-q?O-|--spider)$/.test(option))
  const isPlain = writesNothing && options.every((option) => SHOWS.test(option))
  return judgeRequest(call, isPlain ? { urls, files: [], isSending: false } : undefined)
}

function judgeRequest(call: Call, request: Request | undefined): readonly Found[] {
  const servers = request?.urls.map(ownServer) ?? []
  if (!request || servers.length === 0 || servers.includes(undefined)) return reachesOut(call)
  return [
    ...servers.flatMap((server): Found[] => {
      const port = server?.port ?? 80
      const isHealth = server?.path === HEALTH && !request.isSending
      return isHealth ? [] : [{ kind: 'loopback', host: 'localhost', port, note: `port ${port}` }]
    }),
    ...request.files,
  ]
}

interface Request {
  readonly urls: readonly KnownWord[]
  readonly files: readonly Found[]
  readonly isSending: boolean
}

/** Undefined when one of its words is not known, or could mean more than one request to these. */
function readRequest({ args }: Call): Request | undefined {
  const urls: KnownWord[] = []
  const files: Found[] = []
  let isSending = false
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index]
    if (!word || word.text === null) return undefined
    const [option, joined] = cutOption(word.text)
    if (!word.text.startsWith('-')) {
      urls.push(word)
      continue
    }
    if (joined === null && PLAIN.test(option)) continue
    if (/^-[OTt]$/.test(option)) return undefined
    const next = joined === null ? args[(index += 1)] : { ...word, text: joined }
    // What is sent may hold anything that the agent can read, as long as it is its own server that gets it.
    if (SENDS.test(option)) {
      isSending = true
      const path = /^(?:[\w.-]+=)?[@<](.+)$/s.exec(next?.text ?? '')?.[1]
      if (next && path !== undefined && path !== '-')
        files.push(...mentions('read', [{ ...next, text: path }]))
    } else if (WRITES.test(option) && next)
      files.push(...(next.text === '-' ? [] : mentions('write', [next])))
    else if (READS.test(option) && next)
      files.push(...(next.text?.includes('=') ? [] : mentions('read', [next])))
    else if (!VALUED.test(option)) return undefined
    else if (/^(-X|--request)$/.test(option)) isSending ||= next?.text !== 'GET'
    else if (next?.text?.startsWith('@')) return undefined
  }
  return { urls, files, isSending }
}

function cutOption(text: string): readonly [option: string, joined: string | null] {
  const [, option, joined] = /^(--[\w.-]+)=(.*)$/s.exec(text) ?? /^(-[XHmdoFAbT])(.+)$/s.exec(text) ?? []
  return option !== undefined && joined !== undefined && !PLAIN.test(text) ? [option, joined] : [text, null]
}

function ownServer({ text }: KnownWord): { readonly port: number; readonly path: string } | undefined {
  const match = OWN_SERVER.exec(text ?? '')
  if (!match) return undefined
  const isTls = /^https:/i.test(text ?? '')
  return { port: match[1] === undefined ? (isTls ? 443 : 80) : Number(match[1]), path: match[2] ?? '/' }
}
