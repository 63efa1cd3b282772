/**
 * Builds the same pages once more as a later edition: other names for its parts, another id. Budgets are those of the
 * pages that are sent out: what makes this edition another one is in none of them.
 */
import { mergeConfig, type PluginOption } from 'vite'
import config from '../vite.config.ts'

const isBudgets = (plugin: PluginOption) =>
  typeof plugin === 'object' && plugin !== null && 'name' in plugin && plugin.name === 'crew:budgets'

export default mergeConfig(
  { ...config, plugins: (config.plugins ?? []).filter((plugin) => !isBudgets(plugin)) },
  {
    plugins: [
      {
        name: 'crew:later-edition',
        transform: (code: string, id: string) =>
          /\/src\/web\/(main|screens\/.*)\.tsx$/.test(id)
            ? `${code}\nglobalThis.crewEdition = 'later'`
            : null,
      },
    ],
  },
)
