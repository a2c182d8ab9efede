import { icon } from './icon.tsx'

export const Minus = icon('minus', <path d="M5 12h14" />)
