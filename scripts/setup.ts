// Brings what a checkout needs before anything of it can run: dependencies, the build, and tools of the system. Run by the
// launcher with nothing installed yet, so it imports only Node's own modules until the dependencies are there.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, statfsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acquireLock } from './acquire-lock.ts'
import { bringTools } from './bring-tools.ts'
import { runQuietly } from './run-quietly.ts'

const root = join(import.meta.dirname, '..')
const state = join(root, '.cmux-setup')

async function setUp(): Promise<void> {
  mkdirSync(state, { recursive: true })
  using _lock = await acquireLock(join(state, 'lock.db'), () =>
    say('another cmux is setting up this checkout: waiting…'),
  )
  // Taken before the sources are read: what is edited during the build is newer, and built next time.
  const startedAt = new Date()
  installDependencies()
  bringTools(['tmux', 'bwrap', 'pasta', 'ip'], { state, say })
  await buildProgram()
  stampAt(startedAt)
}

function installDependencies(): void {
  const wanted = hashOf(join(root, 'package-lock.json'))
  const mark = join(root, 'node_modules', '.cmux-lockfile')
  if (readIfThere(mark) === wanted) return
  say('installing dependencies…')
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  if (!runQuietly('npm', args, { cwd: root }))
    fail('the dependencies could not be installed', adviseOnInstall())
  writeFileSync(mark, wanted)
}

/** Below this npm may have found no room for the packages, which it tells in many words or not at all. */
const INSTALL_MIB = 700

function adviseOnInstall(): string {
  const { bavail, bsize } = statfsSync(root)
  const freeMib = Math.floor((bavail * bsize) / 1024 ** 2)
  if (freeMib >= INSTALL_MIB) return 'check the network, then try again'
  return `free disk space: they need ${INSTALL_MIB} MiB on the disk of ${root}, and ${freeMib} MiB are free`
}

async function buildProgram(): Promise<void> {
  say('building…')
  const { bundle } = await import('./bundle.ts')
  await bundle(root, join(root, 'dist'))
}

function stampAt(time: Date): void {
  const building = join(state, `stamp.${process.pid}`)
  writeFileSync(building, '')
  utimesSync(building, time, time)
  renameSync(building, join(state, 'stamp'))
}

function hashOf(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // not installed yet, or by somebody else: then it is installed anew
  }
}

function say(text: string): void {
  process.stderr.write(`cmux: ${text}\n`)
}

function fail(what: string, hint: string): never {
  process.stderr.write(`cmux: ${what} (SETUP_FAILED)\nhint: ${hint}\n`)
  process.exit(1)
}

try {
  await setUp()
} catch (error) {
  fail(error instanceof Error ? error.message : String(error), 'see the lines above; `npm ci` shows more')
}
