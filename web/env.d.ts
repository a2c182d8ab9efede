/** What vite.config.ts puts in beside Vite's own. */
interface ImportMetaEnv {
  readonly WEB_LANGUAGE?: import('#contract/reading/languages.ts').Language
  readonly SSR: boolean
}
interface ImportMeta {
  readonly env: ImportMetaEnv
}
