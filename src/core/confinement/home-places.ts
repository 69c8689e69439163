// A person's home is empty for an agent, except for what its tools need. Everything here is under the home.
const words = (...rows: string[]) => rows.flatMap((row) => row.split(' '))

export const HOME_PLACES = {
  /** Compilers, interpreters and programs that people install for themselves, and how git is to behave. */
  tools: words(
    '.nvm .volta .fnm .asdf .pyenv .rbenv .rvm .sdkman .jenv .ghcup .opam .npm-global .linuxbrew .dotnet .deno .bun/bin',
    '.rustup .cargo/bin .cargo/env .cargo/config.toml go/bin .local/bin .local/lib .local/pipx',
    '.local/share/mise .local/share/fnm .local/share/pnpm .local/share/uv .local/share/pipx',
    '.gitconfig .gitignore_global .config/git/config .config/git/ignore .config/git/attributes',
  ),
  /** Hidden also where a person opens the home itself to an agent. */
  secrets: words(
    '.ssh .gnupg .aws .azure .kube .docker .netrc .npmrc .pypirc .vault-token .git-credentials .password-store',
    '.cargo/credentials.toml .terraform.d .config/gh .config/gcloud .config/op .config/git/credentials',
    '.mozilla .config/google-chrome .config/chromium .local/share/keyrings .bash_history .zsh_history',
  ),
} as const
