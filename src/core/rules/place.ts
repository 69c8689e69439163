// Where a path leads, in the words of the rules. The first row that fits is it.
import { isInside } from '../../lib/join-path.ts'

export type Place =
  | 'stream'
  | 'wire'
  | 'process'
  | 'own mail'
  | 'cmux'
  | 'terminals'
  | 'credentials'
  | 'secret'
  | 'settings'
  | 'git folder'
  | 'workspace itself'
  | 'workspace'
  | 'temporary'
  | 'cache'
  | 'hidden'
  | 'system'
  | 'elsewhere'

/** All of them real: without links in them. */
export interface Grounds {
  readonly agent: string
  readonly workspace: string
  readonly cmuxHome: string
  readonly userHome: string
  readonly tempFolders: readonly string[]
}

interface Row {
  readonly place: Place
  readonly fits: (path: string, grounds: Grounds) => boolean
}

/** What is kept from agents is found under any case: some file systems don't know the difference. */
const matches =
  (pattern: RegExp): Row['fits'] =>
  (path) =>
    pattern.test(path.toLowerCase())

const inWorkspace =
  (pattern: RegExp): Row['fits'] =>
  (path, { workspace }) =>
    isInside(path, workspace) && pattern.test(path.slice(workspace.length).toLowerCase())

const STREAM = /^\/dev\/(null|zero|full|random|urandom|stdin|stdout|stderr|tty|fd\/\d+)$/
const WIRE = /^\/dev\/(tcp|udp)\//
const PROCESS = /^\/proc\/(self|thread-self|\d+|\*|[^/]*[*?[])(\/|$)/
const SOCKET = /\/tmux-\d+(\/|$)|\/(screen|zellij)[^/]*\/s-|\.sock$|\/tmux-\*/
const CREDENTIALS =
  /\/\.(ssh|aws|gnupg|kube|azure|docker|password-store|config\/(gh|gcloud|op|hub)|netrc|pgpass|git-credentials|npmrc|pypirc|vault-token|terraform\.d|claude\/\.credentials|codex\/auth|gemini\/(oauth|google)|local\/share\/(keyrings|opencode\/auth)|(bash|zsh|python|psql|node_repl)_history)|^\/etc\/(shadow|gshadow|sudoers|ssl\/private|ssh\/ssh_host)|\/(secrets?|credentials)\.(json|ya?ml|toml)$/
const SECRET =
  /\/\.env(rc)?$|\/\.env\.(?!example$|sample$|template$|dist$|defaults$|test$)[^/]*$|\.(pem|p12|pfx|jks|keystore|kdbx)$|\/id_(rsa|dsa|ecdsa|ed25519)[^/]*$|\/\.?(secrets?|credentials)(\.[^/]*)?$|\/(private|server|client|signing)[._-]?key[^/]*\.key$/
const SETTINGS =
  /^\/(.*\/)?(\.claude|\.codex|\.gemini|\.opencode|\.mcp\.json|opencode\.jsonc?|\.vscode|\.idea|\.envrc|\.husky|\.pre-commit-config\.yaml)(\/|$)/
const GIT_FOLDER = /^\/(.*\/)?\.git(\/|$)|^\/\.gitmodules$/
const HIDDEN_PATTERN = /\/(\.[^/]*[*?[]|\[)[^/]*$/
const CACHE =
  /^\/\.(cache|npm|cargo\/registry|cargo\/git|rustup|nvm|pyenv|m2|gradle|local\/(lib|bin)|bun|deno|pnpm-store|yarn|nuget|gem|rbenv|volta)(\/|$)/
const SYSTEM =
  /^\/($|(etc|usr|bin|sbin|lib\w*|boot|opt|sys|proc|var|dev|run|snap|system|library|applications|private\/(etc|var))(\/|$))/

const ROWS: readonly Row[] = [
  { place: 'stream', fits: matches(STREAM) },
  { place: 'wire', fits: matches(WIRE) },
  { place: 'process', fits: matches(PROCESS) },
  {
    place: 'own mail',
    fits: (path, { agent, cmuxHome }) => isInside(path, `${cmuxHome}/agents/${agent}/mail`),
  },
  { place: 'cmux', fits: isCmux },
  {
    place: 'terminals',
    fits: (path, { workspace }) => !isInside(path, workspace) && SOCKET.test(path.toLowerCase()),
  },
  { place: 'secret', fits: inWorkspace(SECRET) },
  { place: 'secret', fits: inWorkspace(CREDENTIALS) },
  { place: 'credentials', fits: (path, grounds) => !isInside(path, grounds.workspace) && isCredential(path) },
  { place: 'settings', fits: inWorkspace(SETTINGS) },
  { place: 'git folder', fits: inWorkspace(GIT_FOLDER) },
  { place: 'secret', fits: inWorkspace(HIDDEN_PATTERN) },
  { place: 'workspace itself', fits: (path, { workspace }) => path === workspace },
  { place: 'workspace', fits: (path, { workspace }) => isInside(path, workspace) },
  {
    place: 'temporary',
    fits: (path, { tempFolders }) => tempFolders.some((folder) => path !== folder && isInside(path, folder)),
  },
  {
    place: 'cache',
    fits: (path, { userHome }) => isInside(path, userHome) && CACHE.test(path.slice(userHome.length)),
  },
  {
    place: 'hidden',
    fits: (path, { userHome }) => isInside(path, userHome) && /^\/[.[]/.test(path.slice(userHome.length)),
  },
  { place: 'system', fits: matches(SYSTEM) },
  { place: 'elsewhere', fits: () => true },
]

export function placeOf(path: string, grounds: Grounds): Place {
  return ROWS.find(({ fits }) => fits(path, grounds))?.place ?? 'elsewhere'
}

/** A workspace is usually inside of cmux's home, and is the agent's all the same. */
function isCmux(path: string, { workspace, cmuxHome }: Grounds): boolean {
  const isHome = isInside(path.toLowerCase(), cmuxHome.toLowerCase())
  const isOwn = isInside(workspace, cmuxHome) && isInside(path, workspace)
  return isHome && !isOwn
}

function isCredential(path: string): boolean {
  return CREDENTIALS.test(path.toLowerCase()) || SECRET.test(path.toLowerCase())
}

/** Whether looking through a whole folder comes by what is kept from agents. */
export function holdsSecrets(path: string, { cmuxHome, userHome, workspace }: Grounds): boolean {
  return [cmuxHome, userHome].some((kept) => isInside(kept, path) && !isInside(kept, workspace))
}
