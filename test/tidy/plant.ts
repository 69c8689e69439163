// Writes a small package into a temporary folder, with the rules of this repository, to see a tool judge it.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { REPOSITORY_ROOT } from './repository-root.ts'

export type Plant = AsyncDisposable & {
  readonly root: string
}

export async function plant(files: Readonly<Record<string, string>>): Promise<Plant> {
  const root = await mkdtemp(join(tmpdir(), 'cmux-tidy-'))
  const settings = {
    'package.json': JSON.stringify({ name: 'planted', type: 'module', dependencies: { zod: '4.6.7' } }),
    'tsconfig.json': JSON.stringify({
      extends: join(REPOSITORY_ROOT, 'tsconfig.json'),
      compilerOptions: { types: [] },
      include: ['src'],
    }),
  }
  await cp(join(REPOSITORY_ROOT, 'knip.json'), join(root, 'knip.json'))
  for (const [path, text] of Object.entries({ ...settings, ...files })) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return { root, [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }) }
}
