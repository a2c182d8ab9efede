import { Link } from 'wouter'
import { languages } from '#contract/reading/languages.ts'
import { texts } from '#texts/ui.ts'
import { language } from '../lib/language.ts'

const { footer } = texts

export const Footer = () => (
  <footer className="border-line border-t">
    <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-2 py-7 text-muted text-sm">
      {/* Prerendered markup may be a year old. */}
      <p suppressHydrationWarning>{footer.rights({ year: new Date().getFullYear() })}</p>
      <nav aria-label={footer.label} className="flex gap-6">
        <Link href="/terms" className="rounded-sm py-1 hover:text-ink hover:underline">
          {footer.terms}
        </Link>
        <Link href="/privacy" className="rounded-sm py-1 hover:text-ink hover:underline">
          {footer.privacy}
        </Link>
      </nav>
      {/* public/start.js acts on it, also before this script has come. */}
      <select name="language" defaultValue={language} aria-label={footer.language} className="py-1">
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </div>
  </footer>
)
