// A git folder of ours for a project that has none: people go on without git, and what they have there becomes a commit whenever a
// change is to begin on it. Bytes are kept as they are, whatever a `.gitattributes` says.
import { mkdir, lstat, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { shadowOf } from './find-git-place.ts'
import type { Git, GitPlace } from './git.ts'
import { kindOf } from './workspaces/read-foreign.ts'
import { removeStaleLock } from './remove-stale-lock.ts'

export const SHADOW_BRANCH = 'main'
const REF = `refs/heads/${SHADOW_BRANCH}`

/** All of it is copied once into our home, and looked through each time. */
const FILES_MAX = 20_000
const BYTES_MAX = 512 * 1024 * 1024
const LIMITS = { limitMs: 120_000, encoding: 'latin1' } as const
const OURS = { fills: ['objects', 'refs', 'index'] } as const
/** What is installed or made anew, and what may hold secrets: neither belongs into a change. A `.gitignore` adds to it. */
const IGNORED = ['node_modules', '.venv', 'venv', '__pycache__', '.cache', '.DS_Store']
const SECRET = ['.env', '.env.*', '*.pem', '*.key', 'id_rsa*', 'id_ed25519*', '.npmrc', '.netrc']
const AS_IT_IS = '* -text !eol !filter !ident !working-tree-encoding !merge\n'

export interface ShadowRepository {
  /** Makes it, or goes on with the one that is there. */
  begin(root: string): Promise<void>
  /** What is in the folder now becomes the last commit. Nothing, where the project has its own git. */
  catchUp(root: string): Promise<void>
  /** It is not used any more, and not lost either. */
  setAside(root: string): Promise<void>
}

export function makeShadowRepository(git: Git, home: string): ShadowRepository {
  const catchUp = async (root: string) => {
    const gitDir = shadowOf(home, root)
    if ((await kindOf(gitDir)) !== undefined)
      await commitAll(git, { gitDir, of: 'cmux', workTree: root }, root)
  }
  return {
    catchUp,
    async begin(root) {
      const folder = dirname(shadowOf(home, root))
      if ((await kindOf(folder)) === undefined) await make(git, folder, root)
      await catchUp(root)
    },
    async setAside(root) {
      const folder = dirname(shadowOf(home, root))
      if ((await kindOf(folder)) !== undefined) await rename(folder, `${folder}.${Date.now()}`)
    },
  }
}

/** In one step, and only when the folder can be taken at all: nobody finds half of it. */
async function make(git: Git, folder: string, root: string): Promise<void> {
  const building = `${folder}.building`
  const gitDir = join(building, '.git')
  await rm(building, { recursive: true, force: true })
  await mkdir(building, { recursive: true, mode: 0o700 })
  const init = ['init', '--quiet', '--template=', `--initial-branch=${SHADOW_BRANCH}`]
  await git.read({ gitDir, of: 'cmux' }, init, OURS)
  await mkdir(join(gitDir, 'info'), { recursive: true })
  await writeFile(join(gitDir, 'info', 'exclude'), `${[...IGNORED, ...SECRET].join('\n')}\n`)
  await writeFile(join(gitDir, 'info', 'attributes'), AS_IT_IS)
  await commitAll(git, { gitDir, of: 'cmux', workTree: root }, root)
  await rename(building, folder)
}

async function commitAll(git: Git, at: GitPlace, root: string): Promise<void> {
  await removeStaleLock(join(at.gitDir, 'index.lock'), root)
  const listed = await git.read(at, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], LIMITS)
  // What ends so is a repository of somebody else, inside.
  const paths = [...new Set(listed.split('\0'))].filter((path) => path !== '' && !path.endsWith('/'))
  await refuseTooMuch(root, paths)
  const input = paths.map((path) => `${path}\0`).join('')
  const args = ['update-index', '-z', '--add', '--remove', '--replace', '--stdin']
  await git.read(at, args, { ...LIMITS, ...OURS, input })
  const tree = await git.read(at, ['write-tree'], OURS)
  const main = (await git.run(at, ['rev-parse', '--verify', '--quiet', REF])).stdout.trim()
  if (main !== '' && tree === (await git.read(at, ['rev-parse', `${main}^{tree}`]))) return
  const parents = main === '' ? [] : ['-p', main]
  const commit = await git.read(at, ['commit-tree', tree, ...parents], {
    ...OURS,
    input: 'As it was found\n',
  })
  await git.read(at, ['update-ref', REF, commit, main], OURS)
}

async function refuseTooMuch(root: string, paths: readonly string[]): Promise<void> {
  const tooMuch = (what: string) =>
    new CmuxError('LIMIT_REACHED', `${root} has ${what}`, {
      hint: 'name what does not belong to it in a .gitignore there, or use git (`git init`)',
    })
  if (paths.length > FILES_MAX) throw tooMuch(`more than ${FILES_MAX} files`)
  let bytes = 0
  for (const path of paths) {
    const found = await lstat(Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')])).catch(
      () => undefined,
    )
    bytes += found?.size ?? 0
  }
  if (bytes > BYTES_MAX) throw tooMuch(`more than ${BYTES_MAX / 1024 ** 2} MB`)
}
