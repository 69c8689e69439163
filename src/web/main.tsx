// Puts the page together: the client, the stream, what was asked, the router.
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { createRoot } from 'react-dom/client'
import { makeClient } from '../client/make-client.ts'
import { AppProvider } from './app.tsx'
import { makeBrowserSend } from './browser-send.ts'
import { makeOutbox } from './conversation/outbox.ts'
import { makeQueryClient } from './data/make-query-client.ts'
import { makeRefresh } from './data/refresh.ts'
import { applyTheme, readTheme } from './frame/theme.ts'
import { makeLive } from './live/make-live.ts'
import { reloadWhenNew } from './live/reload-when-new.ts'
import { takePageSecret } from './page-secret.ts'
import { makeProofDesk } from './proof/proof-desk.ts'
import { makeRouter } from './router.tsx'
import { HintProvider } from './ui/hint.tsx'
import { ToastProvider } from './ui/toast-provider.tsx'

/** Besides each time that the stream comes back. */
const RESEND_MS = 3000

takePageSecret()
applyTheme(readTheme())
const proofs = makeProofDesk()
const client = makeClient(makeBrowserSend(proofs))
const queries = makeQueryClient()
const refresh = makeRefresh(queries)
const outbox = makeOutbox({
  storage: localStorage,
  send: ({ id, to, subject, body }) => client.call('POST /api/messages', { body: { id, to, subject, body } }),
  later: (run) => setTimeout(run, RESEND_MS),
})
const live = makeLive({
  client,
  onEvents: refresh.take,
  onConnect(status) {
    refresh.all()
    outbox.resume()
    queries.setQueryData(['GET /api/status', {}], status)
    void reloadWhenNew()
  },
})
// A part of the page that is loaded late may be gone with the release that it belonged to.
window.addEventListener('vite:preloadError', () => void reloadWhenNew())

const place = document.querySelector('#page')
if (!place) throw new Error('the page has no place to be drawn in')
// What a boundary catches is a fault all the same: the first script hears of it as of any other.
createRoot(place, { onCaughtError: (error) => reportError(error) }).render(
  <AppProvider value={{ client, live, outbox, proofs }}>
    <QueryClientProvider client={queries}>
      <HintProvider>
        <ToastProvider>
          <RouterProvider router={makeRouter()} />
        </ToastProvider>
      </HintProvider>
    </QueryClientProvider>
  </AppProvider>,
)
live.start()
