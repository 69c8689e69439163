// Variables in front of a command that change what it means: which programs are found, what they load, what they start.

/** Whose values are free: `PAGER=cat`. */
const FREE_VALUES: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/^(GIT_|MAN)?PAGER$/, /^(cat|)$/],
  [/^(GIT_)?(EDITOR|SEQUENCE_EDITOR)$|^VISUAL$/, /^(true|:|cat)$/],
  [/^GIT_(AUTHOR|COMMITTER)_(NAME|EMAIL|DATE)$|^GIT_TERMINAL_PROMPT$/, /^/],
  [
    /^NODE_OPTIONS$/,
    /^(\s*--(max-old-space-size|experimental-[\w-]+|no-warnings|trace-[\w-]+|enable-source-maps)(=\d+)?)*\s*$/,
  ],
  [/^GOFLAGS$/, /^(\s*-(mod=(mod|vendor|readonly)|count=\d+|race|v|buildvcs=\w+|tags=[\w,]+))*\s*$/],
  [/^PYTHONPATH$/, /^(?!\/)[\w./:-]*$/],
  [/^npm_config_(loglevel|yes|color|fund|audit)$/i, /^\w*$/],
]

const CHANGES_MEANING =
  /^(PATH|HOME|IFS|ENV|BASH_.*|BASHOPTS|SHELLOPTS|SHELL|PS[0-4]|PROMPT_COMMAND|CDPATH|GLOBIGNORE|LD_.*|DYLD_.*|GIT_.*|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|PYTHON(PATH|STARTUP|HOME|INSPECT|BREAKPOINT|USERBASE)|PERL5?(OPT|LIB|5OPT|5LIB|5DB)|PERL5.*|RUBY(OPT|LIB)|LUA_.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|MAKEFLAGS|MAKEFILES|RUSTC(_WRAPPER|_WORKSPACE_WRAPPER)?|CARGO_.*(RUNNER|WRAPPER|LINKER)|GO(FLAGS|PROXY|TOOLCHAIN)|(.*_)?(PAGER|EDITOR|BROWSER|ASKPASS)|VISUAL|LESS(OPEN|CLOSE)|SSH_.*|(https?|all|no)_proxy|npm_config_.*|yarn_.*|PIP_.*|TMUX.*|CMUX_.*|CLAUDE_.*|CODEX_.*|GEMINI_.*|OPENCODE_.*|ANTHROPIC_.*|OPENAI_.*|DOCKER_HOST|KUBECONFIG|XDG_.*)$/i

export function changesMeaning(name: string, value: string | null): boolean {
  if (!CHANGES_MEANING.test(name)) return false
  return !FREE_VALUES.some(([names, values]) => names.test(name) && value !== null && values.test(value))
}
