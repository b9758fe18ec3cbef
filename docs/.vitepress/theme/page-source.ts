import { useData, withBase } from 'vitepress';
import { computed, defineComponent, h, onMounted, ref, watch } from 'vue';

/** Offers the Markdown of the page: to the clipboard, or to read. */
export const PageSource = defineComponent(() => {
  const { page } = useData();
  const address = computed(() => withBase(`/${page.value.relativePath}`));
  const label = ref('Copy page');
  const hasClipboard = ref(false);
  let markdown = Promise.resolve('');
  // Loaded before it is asked for, so that a click works without the network.
  const load = () => {
    label.value = 'Copy page';
    markdown = fetch(address.value).then((response) => response.text());
    markdown.catch(() => {}); // a click says so
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(await markdown);
      label.value = 'Copied';
    } catch {
      label.value = 'Could not copy';
    }
  };
  onMounted(() => {
    hasClipboard.value = 'clipboard' in navigator; // missing on pages without TLS
    watch(address, load, { immediate: true });
  });
  return () =>
    h('section', { class: 'page-source', 'aria-label': 'Source of this page' }, [
      hasClipboard.value &&
        h('button', { type: 'button', onClick: copy, 'aria-live': 'polite' }, label.value),
      link(address.value, 'Markdown'),
    ]);
});

/** Links below every page: files for assistants, and the pages that only contributors need. */
export const PageEnds = () =>
  h('nav', { class: 'page-ends', 'aria-label': 'More' }, [
    link(withBase('/llms.txt'), 'llms.txt, for assistants'),
    h('a', { href: withBase('/changes/') }, 'Changes'),
    h('a', { href: withBase('/contributing/') }, 'Contributing'),
  ]);

/** A link to a file. The router does not treat it as a page. */
const link = (href: string, text: string) => h('a', { href, target: '_self' }, text);
