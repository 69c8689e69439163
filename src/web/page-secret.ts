// The half of the session that only pages of this origin can read: the cookie alone, which goes to every port, opens nothing.
// It is read anew for each request, so that a login in another tab counts here, too.

const KEY = 'cmux.page-secret'
const META = 'meta[name="cmux-page-secret"]'

/** After a login link: the secret goes from the page into the storage, and the code out of the address. */
export function takePageSecret(): void {
  const meta = document.querySelector<HTMLMetaElement>(META)
  if (!meta) return
  localStorage.setItem(KEY, meta.content)
  meta.remove()
  history.replaceState(null, '', '/')
}

/** That of a login which the page has not taken yet counts more. Empty: nobody has logged in here, and the server says so. */
export const readPageSecret = (): string =>
  document.querySelector<HTMLMetaElement>(META)?.content ?? localStorage.getItem(KEY) ?? ''

/** Somebody logged in with another tab. */
export function onPageSecret(listener: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === KEY) listener()
  })
}

/** The cookie goes along by itself; the first header shows that no foreign form sent it, the second that our origin did. */
export const pageHeaders = (): Record<string, string> => ({
  'x-cmux-client': 'web',
  'x-cmux-page-secret': readPageSecret(),
})
