// The supervisors that we are measured beside: those of the machine, or else fetched into a folder of the bench's own.
// Nothing is installed, so no daemon of theirs is ever started here but by a bench.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Peer {
  readonly command: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The program of each, and Debian's package for it. */
const PACKAGES = { supervisord: 'supervisor', runsv: 'runit', 's6-supervise': 's6' } as const

const FETCH_LIMIT_MS = 60_000

/** Undefined, after saying so, when it can't be had here. */
export function bringPeer(name: keyof typeof PACKAGES, folder: string): Peer | undefined {
  if (spawnSync('which', [name]).status === 0) return { command: [name], env: {} }
  const unpacked = unpack(PACKAGES[name], folder)
  if (unpacked !== undefined) return fromFolder(name, unpacked)
  skip(name)
  return undefined
}

export function bringPm2(folder: string): Peer | undefined {
  if (spawnSync('which', ['pm2']).status === 0) return { command: ['pm2'], env: pm2Home(folder) }
  const options = [
    '--ignore-scripts',
    '--no-save',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const { status } = spawnSync('npm', ['install', '--prefix', folder, ...options, 'pm2'], {
    stdio: 'ignore',
    timeout: FETCH_LIMIT_MS,
  })
  const program = join(folder, 'node_modules', 'pm2', 'bin', 'pm2')
  if (status === 0 && existsSync(program))
    return { command: [process.execPath, program], env: pm2Home(folder) }
  skip('pm2')
  return undefined
}

const pm2Home = (folder: string) => ({ PM2_HOME: join(folder, 'pm2') })

function skip(name: string): void {
  process.stdout.write(`NOT MEASURED: ${name} is neither installed nor can it be fetched here\n`)
}

/** The package and those of its own libraries, unpacked without being installed. */
function unpack(name: string, folder: string): string | undefined {
  const place = join(folder, name)
  try {
    mkdirSync(place)
    execFileSync('apt-get', ['download', '-qq', name, ...librariesOf(name)], {
      cwd: place,
      stdio: 'ignore',
      timeout: FETCH_LIMIT_MS,
    })
    for (const file of readdirSync(place)) execFileSync('dpkg-deb', ['-x', file, place], { cwd: place })
    return place
  } catch {
    return undefined // no Debian, no package lists, or no network
  }
}

function librariesOf(name: string): string[] {
  const text = execFileSync('apt-cache', ['depends', '--important', name], { encoding: 'utf8' })
  const all = [...text.matchAll(/^ +Depends: ([\w.+-]+)$/gm)].map(([, library = '']) => library)
  return all.filter((library) => /^(?:lib(?!c6)|python3-)/.test(library))
}

function fromFolder(name: string, place: string): Peer {
  const program = join(place, 'usr', 'bin', name)
  if (name === 'supervisord')
    return {
      command: ['python3', program],
      env: { PYTHONPATH: join(place, 'usr/lib/python3/dist-packages') },
    }
  const libraries = join(place, 'usr', 'lib')
  const folders = existsSync(libraries) ? readdirSync(libraries).map((entry) => join(libraries, entry)) : []
  return { command: [program], env: { LD_LIBRARY_PATH: folders.join(':') } }
}
