// Builds the page: a script that watches the others, one small script at first, the rest by page, each file named after its content.
// `node scripts/build-page.ts SOURCES DESTINATION`, in a process of its own: what it makes depends on NODE_ENV.
import tailwindcss from '@tailwindcss/vite'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { build as buildScript } from 'esbuild'
import { build, type Plugin } from 'vite'

const SUM_CHARS = 8

const [root, destination] = process.argv.slice(2)
if (root === undefined || destination === undefined)
  throw new Error('the sources and a destination are needed')

await build({
  root,
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  plugins: [tailwindcss(), firstScript(join(root, 'faults', 'first-main.ts'))],
  // As in bundle.ts: what is linked into a tree is bundled as if it stood there.
  resolve: { preserveSymlinks: true },
  build: {
    outDir: destination,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // Everything is a file of its own: the page's rules forbid data in the place of scripts.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: { entryFileNames: 'assets/main-[hash].js' },
      // Libraries mark what runs in browsers for other kinds of servers than ours.
      onLog(level, log, tell) {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log)
      },
    },
  },
})

/**
 * A script of its own before all others. It is no module: modules run after the page is parsed, and one that can't be loaded would take
 * this one with it, since the page's modules are bundled together.
 */
function firstScript(source: string): Plugin {
  return {
    name: 'first-script',
    async buildStart() {
      const { outputFiles } = await buildScript({
        entryPoints: [source],
        bundle: true,
        write: false,
        minify: true,
        preserveSymlinks: true,
        format: 'iife',
        target: 'es2023',
        legalComments: 'none',
      })
      const [{ contents } = { contents: new Uint8Array() }] = outputFiles
      const sum = createHash('sha256')
        .update(contents)
        .digest('base64url')
        .replaceAll(/\W/g, '')
        .slice(0, SUM_CHARS)
      this.emitFile({ type: 'asset', fileName: `assets/first-${sum}.js`, source: contents })
    },
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const name = Object.keys(bundle).find((file) => file.startsWith('assets/first-'))
        if (name === undefined) throw new Error('the first script was not built')
        return [{ tag: 'script', attrs: { src: `/${name}` }, injectTo: 'head-prepend' }]
      },
    },
  }
}
