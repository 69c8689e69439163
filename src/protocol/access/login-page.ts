/** In the home: pages that lead a browser to a login link. Each is named after the SHA-256 of its code, which tells nobody the code. */
export const LOGIN_PAGES = 'login'

export const loginPageOf = (codeSha256: string): string => `${codeSha256}.html`
