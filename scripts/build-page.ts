// Builds the page: one small script at first, the rest by page, each file named after its content.
// `node scripts/build-page.ts SOURCES DESTINATION`, in a process of its own: what it makes depends on NODE_ENV.
import tailwindcss from '@tailwindcss/vite'
import { build } from 'vite'

const [root, destination] = process.argv.slice(2)
if (root === undefined || destination === undefined)
  throw new Error('the sources and a destination are needed')

await build({
  root,
  configFile: false,
  envDir: false,
  logLevel: 'warn',
  plugins: [tailwindcss()],
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
