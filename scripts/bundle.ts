// Builds what runs: dist/ with one file a program, the front end, and a manifest that names it by its content.
import { createHash } from 'node:crypto'
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { execFileSync } from 'node:child_process'
import { build, type BuildOptions, type Plugin } from 'esbuild'

/**
 * `import fs from 'node:fs'` makes Node build an ES facade that touches every lazy export: measured 5 ms for fs and 40 ms
 * for http, a whole process start. `getBuiltinModule` hands out the module itself.
 */
const lazyBuiltins: Plugin = {
  name: 'lazy-builtins',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:/ }, ({ path }) => ({ path, namespace: 'builtin' }))
    onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}

const PROGRAM: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  outExtension: { '.js': '.mjs' },
  plugins: [lazyBuiltins],
  // CommonJS packages inside an ES bundle ask for `require`.
  banner: {
    js: "const require = process.getBuiltinModule('node:module').createRequire(import.meta.url);",
  },
  legalComments: 'none',
  logLevel: 'warning',
}

export async function bundle(root: string, destination: string): Promise<void> {
  const building = `${destination}.building`
  await rm(building, { recursive: true, force: true })
  await mkdir(join(building, 'web', 'assets'), { recursive: true })
  await Promise.all([
    build({
      ...PROGRAM,
      entryPoints: {
        server: join(root, 'src/server/main.ts'),
        watchdog: join(root, 'src/watchdog/main.ts'),
        'safe-mode': join(root, 'src/watchdog/safe-mode-main.ts'),
        binder: join(root, 'src/host/binder/main.ts'),
        hook: join(root, 'src/hook/main.ts'),
        'demo-agent': join(root, 'src/demo-agent/main.ts'),
      },
      outdir: building,
    }),
    // A file a verb: reading what a command does not need took longer than running it.
    build({
      ...PROGRAM,
      entryPoints: { main: join(root, 'src/cli/main.ts') },
      outdir: join(building, 'cli'),
      splitting: true,
    }),
    build({
      entryPoints: [join(root, 'src/web/main.ts'), join(root, 'src/web/main.css')],
      bundle: true,
      format: 'esm',
      target: 'es2023',
      outdir: join(building, 'web', 'assets'),
      logLevel: 'warning',
    }),
    cp(join(root, 'src/web/index.html'), join(building, 'web', 'index.html')),
    writeFile(join(building, 'cli.mjs'), CLI_ENTRY),
  ])
  await writeManifest(root, building)
  await replaceFolder(building, destination)
}

/** Node caches compiled code only for modules loaded after this call, so the program itself is a second file. */
const CLI_ENTRY = `process.getBuiltinModule('node:module').enableCompileCache(import.meta.dirname + '/.compile-cache')
await import('./cli/main.mjs')
`

async function writeManifest(root: string, folder: string): Promise<void> {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
  const files: Record<string, string> = {}
  for (const name of names)
    files[name] = createHash('sha256')
      .update(await readFile(join(folder, name)))
      .digest('hex')
  const hash = createHash('sha256').update(JSON.stringify(files)).digest('hex').slice(0, 12)
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  const manifest = { id: `${commitOf(root)}-${hash}`, version, files }
  await writeFile(join(folder, 'manifest.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

function commitOf(root: string): string {
  try {
    return execFileSync('git', ['-C', root, 'rev-parse', '--short=12', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return 'nogit' // an unpacked archive has no commit; the content's hash still names the build
  }
}

/** A running server keeps what it has loaded; the next start finds either the old build or the new one. */
async function replaceFolder(from: string, to: string): Promise<void> {
  const old = `${to}.old`
  await rm(old, { recursive: true, force: true })
  await rename(to, old).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  })
  await rename(from, to)
  await rm(old, { recursive: true, force: true })
}
