// Looks at what decides whether the sandbox works here: programs, settings of the kernel, the container around us, and a try.
import { access, readFile, realpath } from 'node:fs/promises'
import {
  INSTALL_COMMANDS,
  NAMESPACE_SYSCTLS,
  type PackageManager,
  type SandboxFacts,
} from '../../core/confinement/diagnose-sandbox.ts'
import { findProgram } from '../process/find-program.ts'
import { runConfined } from './run-confined.ts'

const TRY_LIMIT_MS = 10_000
const COMPLAINT_MAX_CHARS = 200

export interface SandboxPlace {
  readonly path: string
  readonly platform: string
  readonly isRoot: boolean
  readonly environment: Readonly<Record<string, string>>
  /** The filter of system calls that sandboxes are started with; undefined where there is none for this kind of machine. */
  readonly filter: string | undefined
}

export async function observeSandbox(place: SandboxPlace): Promise<SandboxFacts> {
  const { path, platform, isRoot, environment, filter } = place
  const has = (name: string) => findProgram(name, path) !== undefined
  const seen = { platform, isRoot, hasBubblewrap: has('bwrap'), hasBash: has('bash') }
  const isTried = platform === 'linux' && seen.hasBubblewrap && seen.hasBash
  const complaint = isTried ? await tryIt(path, filter) : null
  return {
    ...seen,
    complaint,
    packageManager: findPackageManager(path),
    container: await findContainer(environment),
    sysctls: complaint === null ? {} : await readSettings(),
  }
}

/** What it complained about; null when it works. */
async function tryIt(path: string, filter: string | undefined): Promise<string | null> {
  try {
    // Where it really is: a folder of the PATH may be hidden in there.
    const bash = await realpath(findProgram('bash', path) ?? 'bash')
    const place = { cwd: '/', env: { PATH: path }, filter }
    const { code, stderr } = await runConfined(bash, ['-c', ':'], TRY_LIMIT_MS, place)
    return code === 0 ? null : stderr.trim().slice(0, COMPLAINT_MAX_CHARS) || `it ended with ${code}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function readSettings(): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const { name } of NAMESPACE_SYSCTLS) {
    const text = await read(`/proc/sys/${name.replaceAll('.', '/')}`)
    if (text !== undefined) found[name] = text.trim()
  }
  return found
}

export function findPackageManager(path: string): PackageManager | null {
  const managers = Object.keys(INSTALL_COMMANDS) as PackageManager[]
  return managers.find((name) => findProgram(name, path) !== undefined) ?? null
}

export async function findContainer(environment: Readonly<Record<string, string>>): Promise<string | null> {
  if ('KUBERNETES_SERVICE_HOST' in environment) return 'kubernetes'
  if (await isThere('/run/.containerenv')) return 'podman'
  if (await isThere('/.dockerenv')) return 'docker'
  // What systemd and LXC leave.
  return (await read('/run/systemd/container'))?.trim() || environment['container'] || null
}

const read = (path: string) => readFile(path, 'utf8').catch(() => undefined)
const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
