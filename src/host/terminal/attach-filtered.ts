// Attaches to a pane so that what tmux draws passes through us, without marks that turn a line around: an agent could show one command
// with them, and have another one copied. tmux draws only on a terminal, so `script` makes one for it.
import { execFile, spawn } from 'node:child_process'
import { constants, createWriteStream, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { removeDirectionMarks } from '../../lib/remove-direction-marks.ts'
import { terminalEnvironment } from '../environment.ts'

const run = promisify(execFile)

/** The `script` of others than util-linux takes other options. */
export async function canFilter(): Promise<boolean> {
  try {
    return (await run('script', ['--version'], { timeout: 5000 })).stdout.includes('util-linux')
  } catch {
    return false // not installed, or another one
  }
}

export async function attachFiltered(command: readonly string[]): Promise<number> {
  const { stdin, stdout } = process
  const keys = await openEndlessPipe()
  const size = () => ['rows', String(stdout.rows), 'cols', String(stdout.columns)]
  // Tells the name of the terminal first, as a line.
  const line = `tty; stty ${size().join(' ')}; exec ${command.map(quoteForShell).join(' ')}`
  // `script` has the line read by the person's shell, which may be any.
  const child = spawn('env', ['SHELL=/bin/sh', 'script', '-qefc', line, '/dev/null'], {
    stdio: [keys, 'pipe', 'inherit'],
    env: terminalEnvironment(),
  })
  const end = () => void child.kill()
  const show = makeShower((text) => void stdout.write(text))
  const resize = () => void run('stty', ['-F', show.terminal(), ...size()]).catch(end)
  child.stdout?.on('data', show.take)
  stdin.setRawMode(true).pipe(createWriteStream('', { fd: keys }))
  stdin.once('end', end).once('error', end)
  stdout.on('resize', resize)
  for (const signal of ['SIGHUP', 'SIGTERM'] as const) process.once(signal, end)
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  // Closed: all that it printed was heard, too.
  child.once('error', reject).once('close', (code) => resolve(code ?? 1))
  try {
    return await promise
  } finally {
    stdout.off('resize', resize)
    stdin.unpipe().setRawMode(false).pause()
  }
}

/** Splits off the first line, which is the name of the terminal, and shows the rest. */
function makeShower(write: (text: string) => void) {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let first = ''
  return {
    take(chunk: Buffer) {
      const text = removeDirectionMarks(decoder.decode(chunk, { stream: true }))
      if (first.endsWith('\n')) return write(text)
      const at = text.indexOf('\n') + 1
      first += at === 0 ? text : text.slice(0, at)
      if (at > 0) write(text.slice(at))
    },
    terminal: () => first.trim(),
  }
}

/**
 * What `script` reads keys from. It would send a Ctrl-D to the agent at the end of its input, as when the person's terminal is
 * closed; this has no end, since whoever reads it can write it, too.
 */
async function openEndlessPipe(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'cmux-attach-'))
  try {
    await run('mkfifo', ['-m', '600', join(folder, 'keys')])
    return openSync(join(folder, 'keys'), constants.O_RDWR)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const quoteForShell = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`
