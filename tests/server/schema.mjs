// As much of JSON Schema as docs/openapi.json uses. A word that it does not know is an error, so that nothing passes
// unchecked.
const types = {
    string: (value) => typeof value === 'string',
    integer: Number.isInteger,
    number: (value) => typeof value === 'number',
    boolean: (value) => typeof value === 'boolean',
    null: (value) => value === null,
    array: Array.isArray,
    object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const words = {
    type: (value, wanted) => [wanted].flat().some((type) => types[type](value)),
    const: (value, wanted) => value === wanted,
    enum: (value, wanted) => wanted.includes(value),
    pattern: (value, wanted) => typeof value !== 'string' || new RegExp(wanted, 'u').test(value),
    minLength: (value, wanted) => typeof value !== 'string' || [...value].length >= wanted,
    maxLength: (value, wanted) => typeof value !== 'string' || [...value].length <= wanted,
    minimum: (value, wanted) => typeof value !== 'number' || value >= wanted,
    maximum: (value, wanted) => typeof value !== 'number' || value <= wanted,
    required: (value, wanted) => !types.object(value) || wanted.every((name) => Object.hasOwn(value, name)),
};
const remarks = new Set(['description', 'examples', 'additionalProperties']);

/** What is wrong with a value, as a list of sentences; empty if it is as described. */
export function faults(file, schema, value, at = '') {
    const found = [];
    const into = (part, inner, name) => found.push(...faults(file, part, inner, `${at}/${name}`));
    for (const [word, wanted] of Object.entries(schema)) {
        if (remarks.has(word)) continue;
        if (word === '$ref') found.push(...faults(file, resolve(file, schema), value, at));
        else if (word === 'items') types.array(value) && value.forEach((item, i) => into(wanted, item, i));
        else if (word === 'properties') {
            if (!types.object(value)) continue;
            for (const [name, inner] of Object.entries(value)) {
                if (Object.hasOwn(wanted, name)) into(wanted[name], inner, name);
                else if (schema.additionalProperties === false) found.push(`${at}/${name} is not described`);
            }
        } else if (word === 'oneOf') {
            const results = wanted.map((part) => faults(file, part, value, at));
            const fitting = results.filter((list) => list.length === 0).length;
            if (fitting !== 1) found.push(`${at} fits ${fitting} of ${wanted.length}`, ...results.flat());
        } else if (!words[word]) throw new Error(`${word} is not known to this test`);
        else if (!words[word](value, wanted)) found.push(`${at} is not ${word} ${JSON.stringify(wanted)}: ${JSON.stringify(value)}`);
    }
    if (types.object(schema.additionalProperties) && types.object(value))
        for (const [name, inner] of Object.entries(value))
            if (!Object.hasOwn(schema.properties ?? {}, name)) into(schema.additionalProperties, inner, name);
    return found;
}

/** What a reference stands for; anything else stands for itself. */
export function resolve(file, part) {
    if (!part.$ref) return part;
    return part.$ref.split('/').slice(1).reduce((inner, name) => inner[name], file);
}
