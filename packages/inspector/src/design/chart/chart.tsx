import { numberText } from '../words.ts';

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
  /** The color: 1 indigo, 2 green, 3 amber, 4 red. */
  readonly color: 1 | 2 | 3 | 4;
  readonly href?: string;
}

interface ChartProps {
  readonly title: string;
  /** Stacked, the first at the bottom. */
  readonly series: readonly Series[];
  /** One per bucket, such as `14:00`. */
  readonly labels: readonly string[];
}

const WIDTH = 480;
const HEIGHT = 112;

const seriesStyle = (color: Series['color']) => ({ '--series': `var(--chart-${color})` });

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export const BarChart = ({ title, series, labels }: ChartProps) => {
  const totals = labels.map((_, index) => sum(series.map(({ values }) => values[index] ?? 0)));
  const most = Math.max(0, ...totals);
  const top = niceCeiling(Math.max(1, most));
  const step = WIDTH / Math.max(1, labels.length);
  return (
    <figure class="card chart">
      <figcaption>
        <h2>{title}</h2>
        <ul class="actions loose small quiet chart-legend">
          {series.map(({ name, values, color, href }) => (
            <li key={name}>
              <a {...(href && { href })}>
                <i class="chart-dot chart-series" style={seriesStyle(color)} />
                {name} <b class="number">{numberText(sum(values))}</b>
              </a>
            </li>
          ))}
        </ul>
      </figcaption>
      <div class="chart-plot">
        {most > 0 && <span class="chart-top quiet number">{numberText(top)}</span>}
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-label={describe(title, series)}
        >
          {(most > 0 ? [0, 0.5] : []).map((part) => (
            <line key={part} class="chart-grid" x1="0" x2={WIDTH} y1={part * HEIGHT} y2={part * HEIGHT} />
          ))}
          <line class="chart-axis" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
          {labels.map((label, index) => (
            <a key={label} class="chart-bucket" {...linkOf(series, index)}>
              <title>{`${label}: ${series.map(({ name, values }) => `${values[index] ?? 0} ${name}`).join(', ')}`}</title>
              <rect class="chart-hit" x={index * step} y="0" width={step} height={HEIGHT} />
              {stack(series, index, top).map(({ color, y, height }) => (
                <rect
                  key={color}
                  class="chart-series"
                  style={seriesStyle(color)}
                  x={index * step + step * 0.14}
                  width={step * 0.72}
                  y={y}
                  height={height}
                />
              ))}
            </a>
          ))}
        </svg>
      </div>
      {most > 0 && (
        <p class="row chart-labels quiet number" aria-hidden="true">
          <span>{labels[0]}</span>
          <span>{labels[Math.floor(labels.length / 2)]}</span>
          <span>{labels.at(-1)}</span>
        </p>
      )}
    </figure>
  );
};

/** The list behind a bar: that of the last series with something in it, such as failures. The keyboard has the links of the legend. */
const linkOf = (series: readonly Series[], index: number) => {
  const { href } = series.findLast(({ values, href }) => href && values[index]) ?? {};
  return href ? { href, tabIndex: -1 } : {};
};

function stack(series: readonly Series[], index: number, top: number) {
  let y = HEIGHT;
  return series.map(({ values, color }) => {
    const value = values[index] ?? 0;
    const height = value === 0 ? 0 : Math.max(2, (value / top) * HEIGHT);
    y -= height;
    return { color, y, height };
  });
}

/** The next number of the form 1, 2 or 5 times a power of ten. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const factor = [1, 2, 5, 10].find((one) => one * power >= value) ?? 10;
  return factor * power;
}

const describe = (title: string, series: readonly Series[]): string =>
  `${title}: ${series.map(({ name, values }) => `${numberText(sum(values))} ${name}`).join(', ')}`;

interface MeterProps {
  readonly label: string;
  readonly used: number;
  readonly limit: number;
}

export const Meter = ({ label, used, limit }: MeterProps) => (
  <label class="meter">
    <span>{label}</span>
    <span class="quiet number">
      {numberText(used)} of {numberText(limit)}
    </span>
    <progress value={used} max={limit} />
  </label>
);
