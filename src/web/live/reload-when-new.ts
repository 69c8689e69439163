// After a swap another release may serve: its page is loaded in the place of this one. What is half typed is in the drafts.

const SCRIPT = /<script type="module"[^>]+src="([^"]+)"/
const RELOADED_FOR = 'cmux.reloaded-for'

export async function reloadWhenNew(): Promise<void> {
  const mine = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src
  const answer = await fetch('/', { headers: { accept: 'text/html' } }).catch(() => undefined)
  const served = SCRIPT.exec((await answer?.text()) ?? '')?.[1]
  if (!mine || !served || new URL(served, location.href).href === mine) return
  // Once for each: a page that comes from somewhere else again and again would never be seen.
  if (sessionStorage.getItem(RELOADED_FOR) === served) return
  sessionStorage.setItem(RELOADED_FOR, served)
  location.reload()
}
