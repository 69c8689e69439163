// Opens a login link in the person's browser. Every user of the machine can read a command line, so the browser is given the address
// of a private file that leads there. The link is printed as well: a browser that can't read the file, as one that is packed with a
// disk of its own, is no loss.
import { pathToFileURL } from 'node:url'
import { openBrowser } from './open-browser.ts'
import { writeLoginPage } from './write-login-page.ts'

export function openLogin(home: string, url: string): void {
  try {
    openBrowser(pathToFileURL(writeLoginPage(home, url)).href)
  } catch {
    // The home can't be written to; the person has the link.
  }
}
