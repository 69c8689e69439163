// The first page: is everything well, and what happened last. The dashboard grows from here.
import { makeClient, RefusedRequest } from '../client/make-client.ts'
import type { Event } from '../protocol/event.ts'
import type { Health } from '../protocol/health.ts'
import { browserSend } from './browser-send.ts'
import { followEvents, type ConnectionState } from './follow-events.ts'

const EVENTS_SHOWN = 50
const HEALTH_EVERY_MS = 5000

const client = makeClient(browserSend)

function element(id: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(`#${id}`)
  if (!found) throw new Error(`the page has no #${id}`)
  return found
}

function showConnection(state: ConnectionState, detail: string): void {
  const place = element('connection')
  place.dataset['state'] = state
  place.textContent = detail
}

function showHealth(health: Health): void {
  const parts = [
    ['server', health.api, `pid ${health.pid}`],
    ['store', health.store.status, health.store.detail],
    ['tmux', health.tmux.status, health.tmux.detail],
    ['front end', health.frontend.status, health.frontend.detail],
    ['release', health.status, health.release.id],
  ] as const
  element('parts').replaceChildren(...parts.map(([name, state, detail]) => describePart(name, state, detail)))
}

function describePart(name: string, state: string, detail: string | undefined): HTMLElement {
  const box = document.createElement('div')
  const title = document.createElement('dt')
  const value = document.createElement('dd')
  title.textContent = name
  value.dataset['state'] = state
  value.textContent = detail ? `${state} · ${detail}` : state
  box.append(title, value)
  return box
}

/** Text only: what an event carries may come from anybody. */
function showEvent(event: Event): void {
  const line = document.createElement('li')
  const cells = [`#${event.seq}`, event.type, `${new Date(event.at).toLocaleString()} · ${event.actor}`]
  line.append(...cells.map((text) => Object.assign(document.createElement('span'), { textContent: text })))
  const list = element('events')
  list.prepend(line)
  while (list.childElementCount > EVENTS_SHOWN) list.lastElementChild?.remove()
}

async function refreshHealth(): Promise<void> {
  try {
    showHealth(await client.call('GET /api/webhooks/health'))
  } catch (error) {
    if (!(error instanceof RefusedRequest)) showConnection('offline', 'the server does not answer')
  }
}

async function start(): Promise<void> {
  await refreshHealth()
  setInterval(() => void refreshHealth(), HEALTH_EVERY_MS)
  try {
    const { store } = await client.call('GET /api/status')
    followEvents(Math.max(0, store.seq - EVENTS_SHOWN), { event: showEvent, state: showConnection })
  } catch (error) {
    const hint = error instanceof RefusedRequest ? error.hint : 'the server does not answer'
    showConnection('offline', `not logged in: ${hint}`)
  }
}

void start()
