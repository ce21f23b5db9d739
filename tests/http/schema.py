"""The part of JSON Schema used by the API description. Stricter than the standard: undescribed
members are faults."""
import re

KINDS = {
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
    "array": list,
    "object": dict,
}


def is_kind(value, kind):
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind == "integer" and isinstance(value, bool):
        return False
    return isinstance(value, KINDS[kind])


def members(schema, schemas):
    """The allowed members of an object, including those of its parts."""
    if "$ref" in schema:
        return members(schemas[schema["$ref"].rsplit("/", 1)[1]], schemas)
    found = dict(schema.get("properties", {}))
    for part in schema.get("allOf", []):
        found.update(members(part, schemas))
    return found


def faults(value, schema, schemas, where="", known=None):
    """The faults of the value, as sentences."""
    if "$ref" in schema:
        return faults(value, schemas[schema["$ref"].rsplit("/", 1)[1]], schemas, where, known)
    if "allOf" in schema:
        known = members(schema, schemas)
        return [
            fault
            for part in schema["allOf"]
            for fault in faults(value, part, schemas, where, known)
        ]
    if "anyOf" in schema:
        each = [faults(value, part, schemas, where) for part in schema["anyOf"]]
        return [] if [] in each else min(each, key=len)
    if "const" in schema and value != schema["const"]:
        return ["%s is %r, not %r" % (where, value, schema["const"])]
    if "enum" in schema and value not in schema["enum"]:
        return ["%s is %r, none of %r" % (where, value, schema["enum"])]
    if "type" in schema and not is_kind(value, schema["type"]):
        return ["%s is %r, no %s" % (where, value, schema["type"])]
    if "pattern" in schema and not re.search(schema["pattern"], value):
        return ["%s is %r" % (where, value)]
    found = []
    if isinstance(value, list) and "items" in schema:
        for i, element in enumerate(value):
            found += faults(element, schema["items"], schemas, "%s[%d]" % (where, i))
    if isinstance(value, dict) and schema.get("type") == "object":
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                found.append("%s has no %s" % (where, name))
        for name, member in value.items():
            if name in properties:
                found += faults(member, properties[name], schemas, where + "." + name)
            elif "additionalProperties" in schema:
                found += faults(member, schema["additionalProperties"], schemas, where + "." + name)
            elif name not in (known or {}):
                found.append("%s.%s is not described" % (where, name))
    return found
